/** The token of an Authorization header; the documents send it with or without the scheme. */
export const readToken = (header: string | undefined): string | undefined =>
  /^(?:Bearer +)?(\S+)$/i.exec(header?.trim() ?? "")?.[1];
