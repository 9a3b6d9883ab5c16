/** `npm start` */
import { startPlayground } from './playground';

startPlayground().catch((error: Error) => {
	console.error(error.message);
	process.exit(1);
});
