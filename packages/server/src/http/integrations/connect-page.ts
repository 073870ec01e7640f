import type { Reply } from '../reply.ts'
import { escapeHtml, page } from '../sign-in/sign-in-page.ts'

/** Asks a person whether a provider may be connected to an organization: the data is theirs. */
export function askToConnectPage(question: {
  provider: string
  organization: string
  notes: readonly string[]
  action: string
  session: string
}): Reply {
  const [provider, organization] = [escapeHtml(question.provider), escapeHtml(question.organization)]
  const notes = question.notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')
  return page(
    `Connect ${question.provider}`,
    `<h1>Connect ${provider} to <q>${organization}</q>?</h1>
<p>You sign in with the service and allow what it lists. Everybody who works with <strong>${organization}</strong> here sees what comes from your account.</p>
${notes}
<p>You didn't start this? Close the page: nothing is connected.</p>
<form method="post" action="${escapeHtml(question.action)}">
<input type="hidden" name="session" value="${escapeHtml(question.session)}">
<button>Go on</button>
</form>`,
    // Browsers apply this rule to a form's redirect, too: it leads to the provider.
    { status: 200, formTargets: ["'self'", 'https:', 'http:'] },
  )
}
