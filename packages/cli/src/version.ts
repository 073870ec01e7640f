declare const __CLI_VERSION__: string | undefined

/** This program's version. */
export const version = typeof __CLI_VERSION__ === 'undefined' ? '0.0.0' : __CLI_VERSION__
