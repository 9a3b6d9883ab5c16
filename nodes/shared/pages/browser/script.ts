import { BRANDS } from '../../../../gateway/schema/brand';

/**
 * What a form does more where there is JavaScript: it groups the card number, names its brand, checks fields when they
 * are left, and is sent once. It has no data of the page, so its hash is always the same.
 */
export const SCRIPT = `(() => {
const form = document.forms[0];
const fields = form.elements;
const digits = (text) => text.replace(/[\\s-]/g, '');
const luhn = (number) => [...number].reverse().reduce((sum, digit, at) => {
const value = digit * (at % 2 + 1);
return sum + (value > 9 ? value - 9 : value);
}, 0) % 10 === 0;
const checks = {
cardNumber: (text) => /^\\d{12,19}$/.test(digits(text)) && luhn(digits(text)),
expiry: (text) => /^\\s*(0?[1-9]|1[0-2])\\s*[/.-]?\\s*(20)?\\d\\d\\s*$/.test(text),
cvv: (text) => /^\\s*\\d{3,4}\\s*$/.test(text),
email: (text) => /^\\s*\\S+@\\S+\\.\\S+\\s*$/.test(text),
cardPin: (text) => /^(\\d{4,12})?$/.test(text),
otp: (text) => text.trim() !== '',
};
const check = (field) => {
const good = checks[field.name](field.value);
field.setAttribute('aria-invalid', !good);
document.getElementById(field.name + '-error').hidden = good;
return good;
};
const checked = [...fields].filter(({ name }) => name in checks);
for (const field of checked) {
field.addEventListener('change', () => check(field));
// A message goes while somebody types: were it to go when the field is left, the button would move under the finger.
field.addEventListener('input', () => { if (field.getAttribute('aria-invalid') === 'true') check(field); });
}
fields.js.value = '1';
let isSent = false;
form.addEventListener('submit', (event) => {
const bad = checked.filter((field) => !check(field));
if (bad.length > 0) bad[0].focus();
if (bad.length > 0 || isSent) event.preventDefault();
else isSent = true;
});
addEventListener('pageshow', () => { isSent = false; });
const number = fields.cardNumber;
if (!number) return;
const brand = document.getElementById('brand');
number.addEventListener('input', () => {
const plain = digits(number.value);
brand.textContent = (${JSON.stringify(BRANDS)}.find(([, pattern]) => new RegExp(pattern).test(plain)) || [''])[0];
if (number.selectionStart === number.value.length) number.value = plain.replace(/(\\d{4})(?=\\d)/g, '$1 ');
});
})();`;
