import type { Capture } from './capture.ts'
import { redactUrl } from '@customer-intel/contract/privacy'
import type { Properties } from '../event.ts'

const FILE =
  /\.(pdf|docx?|xlsx?|pptx?|csv|txt|rtf|zip|rar|7z|tar|gz|dmg|pkg|exe|msi|apk|mp[34]|mov|avi|epub)$/i

/** Records clicks on marked elements, on links to other hosts, and on links to files. */
export const captureClicks = ({ options, listen, track }: Capture): void => {
  listen(window, 'click auxclick', (event) => {
    for (const node of event.composedPath() as HTMLAnchorElement[]) {
      const { dataset, href } = node
      if (dataset && dataset.svcEvent && options.trackClicks !== false && event.type === 'click') {
        const properties: Properties = {}
        for (const name in dataset)
          if (/^svc[A-Z]/.test(name) && name !== 'svcEvent')
            properties[name.charAt(3).toLowerCase() + name.slice(4)] = dataset[name]
        track(dataset.svcEvent, properties)
      }
      if (node.localName === 'a' && href.startsWith('http')) {
        const to = { href: redactUrl(href), text: node.textContent!.trim().slice(0, 100) }
        if (options.trackDownloads && (node.hasAttribute('download') || FILE.test(node.pathname)))
          track('file_downloaded', to)
        else if (options.trackOutboundLinks && node.hostname !== location.hostname)
          track('outbound_link_clicked', to)
      }
    }
  })
}
