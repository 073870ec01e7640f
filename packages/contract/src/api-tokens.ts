/**
 * How the tokens begin that services give to programs, up to what only a token has. Sixteen signs follow, with a digit among
 * them. The script knows the most frequent (`privacy.ts`), the server all of these. A new one goes into its line, and into
 * test/privacy.test.ts.
 */
export const API_TOKENS =
  // Payments, shops
  '[rs]k_(?:live|test)_|whsec_|shp(?:at|ss|ca|pa)_|sq0[a-z]{3}-|' +
  // Code, packages, hosting
  'gh[a-z]_|github_pat_|gl(?:pat|ptt|dt|rt|soat)-|npm_(?=[A-Za-z\\d]{30})|pypi-|dckr_pat_|do[op]_v1_|hvs\\.|lin_api_|' +
  // Clouds, models
  'A[KS]IA(?=[A-Z2-7]{16}\\b)|AIza|ya29\\.|GOCSPX-|sk-(?:proj|ant|or|svcacct)-|sk-(?=[A-Za-z\\d]{20})|gsk_|xai-|' +
  // Mail, chat, CRM
  'SG\\.|xox[a-z]-|xapp-|xkeysib-|EAACEdEose|key-(?=[\\da-z]{32})'
