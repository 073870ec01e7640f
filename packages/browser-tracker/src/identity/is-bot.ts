/** Whether the visitor is a program. */
export const isBot = (): boolean => navigator.webdriver || /bot|spider|crawl/i.test(navigator.userAgent)
