import { type CSSVariablesResolver, createTheme, localStorageColorSchemeManager } from "@mantine/core";

/** A dialog's head is not the page's: only one may be its banner. */
const plainHeader = { header: { role: "presentation" } };

/** What drops down stays where it belongs in the page, so that it is inside the same landmark. */
const inPlace = {
  transitionProps: { duration: 80 },
  shadow: "md",
  withinPortal: false,
  floatingStrategy: "fixed",
} as const;

/** The components in the console's own colours, type and measures. */
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
    // The dark set in the cool greys of our own tokens.
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
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  defaultRadius: "var(--gh-radius)",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Switch: { defaultProps: { withThumbIndicator: false } },
    Button: { defaultProps: { size: "sm" } },
    // Help stands beneath its field, so that fields side by side stay in line.
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 100 },
        overlayProps: { backgroundOpacity: 0.45 },
        attributes: plainHeader,
      },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 120 }, attributes: plainHeader } },
    // Without the placeholder, which a list of menu items may not contain, the first item takes the focus.
    Menu: { defaultProps: { ...inPlace, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: inPlace },
    Tooltip: { defaultProps: { transitionProps: { duration: 80 }, openDelay: 300, withArrow: true } },
  },
});

/** The library's default dimmed, error and placeholder colours are too faint to read; ours are not. */
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

/** The choice of light, dark or the system's own; read before the first paint as well. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: "gatehouse.scheme" });
