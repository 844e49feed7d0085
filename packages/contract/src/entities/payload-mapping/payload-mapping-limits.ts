/** FEED-3: the longest name of a mapping. */
export const maxMappingName = 100;
