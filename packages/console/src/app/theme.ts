import { type CSSVariablesResolver, createTheme, localStorageColorSchemeManager } from "@mantine/core";

/** The page header is the only banner landmark, so a dialog's header must not be one. */
const plainHeader = { header: { role: "presentation" } };

/** Dropdowns render in place instead of in a portal, so that they stay in the landmark of their control. */
const inPlace = {
  transitionProps: { duration: 80 },
  shadow: "md",
  withinPortal: false,
  floatingStrategy: "fixed",
} as const;

/** Mantine components in the console's colours, fonts and sizes. */
export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  colors: {
    teal: [
      "#e6f5f4",
      "#cfeae8",
      "#a3d6d3",
      "#72bfbb",
      "#47a8a4",
      "#279390",
      "#15807d",
      "#0b6b69",
      "#0a5957",
      "#084544",
    ],
    // The greys of tokens.css.
    dark: [
      "#e8ecee",
      "#c6ced2",
      "#a4aeb4",
      "#6c777d",
      "#39444a",
      "#2b3439",
      "#1f262a",
      "#171c1f",
      "#101416",
      "#0b0e10",
    ],
  },
  fontFamily: "var(--gh-font)",
  fontFamilyMonospace: "var(--gh-mono)",
  fontSizes: {
    xs: "var(--gh-size-small)",
    sm: "var(--gh-size-normal)",
    md: "var(--gh-size-normal)",
    lg: "var(--gh-size-large)",
    xl: "var(--gh-size-title)",
  },
  defaultRadius: "var(--gh-radius)",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Switch: { defaultProps: { withThumbIndicator: false } },
    Button: { defaultProps: { size: "sm" } },
    // Help below the input keeps inputs in a row aligned.
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 100 },
        overlayProps: { backgroundOpacity: 0.45 },
        attributes: plainHeader,
      },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 120 }, attributes: plainHeader } },
    // The placeholder is not allowed in a list of menu items; without it the first item gets the focus.
    Menu: { defaultProps: { ...inPlace, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: inPlace },
    Tooltip: { defaultProps: { transitionProps: { duration: 80 }, openDelay: 300, withArrow: true } },
  },
});

/** Mantine's default dimmed, error and placeholder colours have too little contrast. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    "--mantine-color-body": "var(--gh-raised)",
    "--mantine-color-text": "var(--gh-text)",
    "--mantine-color-dimmed": "var(--gh-muted)",
    "--mantine-color-error": "var(--gh-bad)",
    "--mantine-color-placeholder": "var(--gh-muted)",
    "--mantine-color-anchor": "var(--gh-brand)",
    "--mantine-color-default": "var(--gh-surface)",
    "--mantine-color-default-hover": "var(--gh-hover)",
    "--mantine-color-default-border": "var(--gh-line)",
    "--mantine-color-default-color": "var(--gh-text)",
    "--mantine-color-disabled": "var(--gh-hover)",
    "--mantine-color-disabled-color": "var(--gh-muted)",
    "--mantine-color-disabled-border": "var(--gh-line)",
    "--mantine-shadow-md": "var(--gh-shadow)",
    "--mantine-shadow-xl": "var(--gh-shadow)",
  };
  return { variables: {}, light: shared, dark: shared };
};

/** Stores the colour scheme; public/before-start.js reads it before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: "gatehouse.scheme" });
