/** The table that providers publish. Only code 2 is from the specification. */
// @ts-nocheck

export const PUBLISHED: Array<[number, string, string]> = [
	[0, 'COMPLETED', 'authorized'],
	[1, 'PENDING', 'pending'],
	[2, 'AUTHORIZED', 'authorized'],
	[3, 'CAPTURED', 'authorized'],
	[4, 'DECLINED', 'declined'],
	[5, 'CANCELED', 'declined'],
	[6, 'REFUNDED', 'refunded'],
	[7, 'CHARGED_BACK', 'refunded'],
	[8, 'IN_PROGRESS', 'pending'],
	[9, 'VOIDED', 'declined'],
	[10, 'PENDING_REVIEW', 'pending'],
	[11, 'PARTIALLY_REFUNDED', 'refunded'],
	[12, 'UNDER_INVESTIGATION', 'pending'],
	[13, 'FAILED_TO_CAPTURE', 'declined'],
	[14, 'EXPIRED', 'declined'],
	[15, 'SUSPENDED', 'pending'],
	[16, 'TRANSFERRED', 'authorized'],
	[17, 'SCHEDULED', 'pending'],
];
