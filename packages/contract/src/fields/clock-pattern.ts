/** A time of the day, such as 22:00. */
export const clockPattern: RegExp = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The fault of a time of the day. */
export const clockFault = "Must be a time such as 22:00";

/** The fault of a text that is no time of the day; undefined if it is one. */
export const clockTimeFault = (text: string): string | undefined => (clockPattern.test(text) ? undefined : clockFault);
