const { TestEnvironment } = require('jest-environment-node');

/** Tells a test file which of its tests has failed while the browser still shows why. */
module.exports = class extends TestEnvironment {
	async handleTestEvent({ name, test }) {
		if (name === 'test_fn_failure') await this.global.onTestFailure?.(test.name);
	}
};
