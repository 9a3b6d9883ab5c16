/** `npm start`. Its argument chooses one of the versions in dev/n8n: `npm start -- 2.0.3`. */
import { startPlayground } from './playground';

startPlayground({ version: process.argv[2] }).catch((error: Error) => {
	console.error(error.message);
	// Otherwise this process would wait for what it has started, which stops only when it exits.
	process.exit(1);
});
