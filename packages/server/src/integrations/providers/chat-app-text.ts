/**
 * A message of the chat app as plain text: `<@U17>` as the person's name, `<#C1|general>` as the channel's, links as
 * their address, entities as what they stand for.
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
