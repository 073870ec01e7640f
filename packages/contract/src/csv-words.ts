/** What rows of a file can become: `user` is a person at a customer, `member` one of your own. */
export const csvKinds = ['customer', 'user', 'member', 'revenue', 'opportunity'] as const
export type CsvKind = (typeof csvKinds)[number]

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** Which of the first two numbers of `03/04/2026` is the day. */
export const dateOrders = ['DMY', 'MDY'] as const
export type DateOrder = (typeof dateOrders)[number]

/** What stands before the cents. */
export const decimals = [',', '.'] as const
export type Decimal = (typeof decimals)[number]

/** What becomes of columns without a field. */
export const csvOthers = ['skip', 'keep'] as const
