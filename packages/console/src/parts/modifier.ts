/** The key that goes with letters for commands, as this keyboard calls it. */
export const modifier = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl '
