/**
 * Converts a message of the chat app to plain text: `<@U17>` to the person's name, `<#C1|general>` to the channel's,
 * links to their address, entities to characters.
 */
export function readChatText(text: string, nameOf: (userId: string) => string | null): string {
  return text
    .replace(/<([@#!]?)([^<>|\s]*)(?:\|([^<>]*))?>/g, (_, kind: string, target: string, label?: string) => {
      if (kind === '@') return `@${nameOf(target) ?? label ?? 'somebody'}`
      if (kind === '#') return `#${label ?? target}`
      if (kind === '!') return `@${label ?? target}`
      return label === undefined || label === target ? target : `${label} (${target})`
    })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
