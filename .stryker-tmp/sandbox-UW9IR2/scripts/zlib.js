/** What the QR code library needs of Node's zlib, which community nodes may not import. */
// @ts-nocheck

export { zlibSync as deflateSync } from 'fflate/browser';
