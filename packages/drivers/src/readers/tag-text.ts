/** Maximum length of a tag. A longer one is ignored: cut, it could equal another tag. */
export const maxTagLength = 64;
