/** A question with Yes and No, or with a text that has to be typed. */
export interface Question {
  readonly text: string;
  /** What the action does, shown below the question. */
  readonly explanation?: string | undefined;
  /** The text that has to be typed. */
  readonly toType?: string;
}

const dialog = Promise.withResolvers<(question: Question) => Promise<boolean>>();

/** For the dialog, which is loaded after the page. Earlier questions wait for it. */
export const showQuestionsWith = dialog.resolve;

/** Shows a confirmation dialog and resolves to the answer. */
export const askYesNo = async (text: string, explanation?: string): Promise<boolean> =>
  (await dialog.promise)({ text, explanation });

/** Shows a dialog that is confirmed by typing a text. */
export const askToType = async (text: string, toType: string): Promise<boolean> =>
  (await dialog.promise)({ text, toType });
