/** Ends a test run with one plain line that any tool can read. */
// @ts-nocheck

module.exports = class ClosingLine {
	onRunComplete(_, { numPassedTests, numFailedTests, numFailedTestSuites, numRuntimeErrorTestSuites }) {
		const failed = numFailedTests + (numFailedTestSuites > 0 && numFailedTests === 0 ? numRuntimeErrorTestSuites : 0);
		console.log(`${numPassedTests} passed, ${failed} failed`);
	}
};
