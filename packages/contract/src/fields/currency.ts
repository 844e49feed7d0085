/** Whether a code is a currency of ISO 4217. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf("currency").includes(code);
