import { redactQuery } from '@customer-intel/contract/privacy'
import type { Properties } from '../event.ts'
import type { TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import { attempt } from '../warn.ts'

const FILE_PATH = /\.(dmg|apk|pdf|csv|msi|exe|mp[34]|gz|zip|(doc|xls|ppt)x?)$/i

/** Records clicks on marked elements, on links to files, and on links to other hosts. */
export const captureClicks = (
  options: TrackerOptions,
  listen: Listen,
  track: (eventName: string, properties?: Properties) => void,
): void => {
  // `auxclick` is the middle button, which opens links in new tabs.
  listen('click auxclick', (event) => {
    for (const node of event.composedPath() as HTMLAnchorElement[]) {
      const { svcEvent, svcProperties } = node.dataset || {}
      if (svcEvent)
        track(
          svcEvent,
          attempt(() => JSON.parse(svcProperties!) as Properties),
        )

      const isFile = node.download || FILE_PATH.test(node.pathname)
      // Only links have a host name.
      const isOutbound = node.hostname && node.hostname !== location.hostname
      if (isFile ? options.trackDownloads : isOutbound && options.trackOutboundLinks)
        track(isFile ? 'file_downloaded' : 'outbound_link_clicked', { href: redactQuery(node.href) })
    }
  })
}
