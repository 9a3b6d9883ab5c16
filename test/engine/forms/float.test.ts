import { repeatTestsIn } from '../support/forms';

repeatTestsIn({ amounts: 'float', numbers: 'text', rows: 'withNull' });
