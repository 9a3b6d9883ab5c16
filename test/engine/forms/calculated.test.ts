import { repeatTestsIn } from '../support/forms';

repeatTestsIn({ amounts: 'calculated', numbers: 'text', rows: 'withNull' });
