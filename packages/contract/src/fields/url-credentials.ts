/** A URL with another text in place of its user name and password and the @ behind them. */
export const replaceCredentials = (url: string, by: string): string =>
  url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, (_, scheme: string) => scheme + by);
