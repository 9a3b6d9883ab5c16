/** Where zod keeps its configuration, in place of the global object, which community nodes may not touch. */
export const zodHome = {};
