/** Whether the visitor is a program. */
export const isBot = (): boolean => navigator.webdriver || /spider|bot|crawl/i.test(navigator.userAgent)
