/** `npm start`, also with one of the versions in dev/n8n, or with all that there is to try: `npm start -- 2.0.3 --verbose`. */
import { startPlayground } from './playground';

const VERBOSE = '--verbose';
const given = process.argv.slice(2);
const version = given.find((argument) => argument !== VERBOSE);

startPlayground({ version, isVerbose: given.includes(VERBOSE) }).catch((error: Error) => {
	console.error(error.message);
	// Otherwise this process would wait for what it has started, which stops only when it exits.
	process.exit(1);
});
