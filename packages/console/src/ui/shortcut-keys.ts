/** After `g`, a letter within this time opens a page. */
export const maxKeyGapMs = 1_200;

/** Whether a key is typed into a field, and so is no shortcut. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
