/** The part of Node's zlib that the QR code library needs, and that community nodes may not import. */
export { zlibSync as deflateSync } from 'fflate/browser';
