import { enhanceForm } from './form';
import { offerButtons } from './receipt';
import { followTimer } from './refresh';

// What the pages add where there is JavaScript. It holds no data of a page, so its hash is always the same.
for (const form of document.forms) enhanceForm(form);
offerButtons();
followTimer();
