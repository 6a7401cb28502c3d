// What applications import.
export { callService, type CallAnswer, type CallOptions } from './call.ts';
export { PhotonError } from '../model/errors.ts';
