/** AUTH-11: why passkeys don't work on this page. */
export const passkeysNeedHostName =
  "Passkeys need a host name: open this page under a name such as gatehouse.example.com instead of an IP address.";

/** AUTH-11: why passkeys don't work on this page. */
export const passkeysNeedHttps = "Passkeys need a secure connection: open this page with https.";
