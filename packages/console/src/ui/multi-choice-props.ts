interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Props of a multi-select. */
export interface MultiChoiceProps {
  label: string;
  /** Name of the form field. */
  field?: string;
  /** In a form; a card's title already is the label. */
  isLabelShown?: boolean;
  /** Explains the choice, below it. */
  description?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  placeholder: string;
  choices: readonly Choice[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}
