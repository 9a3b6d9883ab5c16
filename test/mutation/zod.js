const zod = require('zod as it is');

/**
 * A lazy schema that is made anew each time. Made once, the first test that needs it would be the only one that StrykerJS tries
 * against changes in it, and seldom the one that notices.
 */
function lazy(make) {
	const schema = zod.z.lazy(make);
	Object.defineProperty(schema._zod, 'innerType', { get: make });
	return schema;
}

module.exports = { ...zod, z: { ...zod.z, lazy } };
