const shownCharacters = 8;
const note = / \(request [\w-]+\)$/;

/** Adds the beginning of a request's id, with which its lines in the server's log are found. */
export const addRequestNote = (text: string, requestId: string): string =>
  `${text} (request ${requestId.slice(0, shownCharacters)})`;

/** The text without the id of a request, in which repeated errors differ. */
export const withoutRequestNote = (text: string): string => text.replace(note, "");
