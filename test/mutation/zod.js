/* global jest */
/*
 * Makes a lazy schema again each time. Made once, the first test that needs it would be the only one that StrykerJS tries against
 * changes in it, and seldom the one that notices.
 */
jest.mock('zod/v4', () => {
	const zod = jest.requireActual('zod/v4');
	const lazy = (make) => {
		const schema = zod.z.lazy(make);
		Object.defineProperty(schema._zod, 'innerType', { get: make });
		return schema;
	};
	return { ...zod, z: { ...zod.z, lazy } };
});
