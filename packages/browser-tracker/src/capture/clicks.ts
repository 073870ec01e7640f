import { redactQuery } from '@customer-intel/contract/privacy'
import type { Properties } from '../event.ts'
import type { TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import { attempt } from '../warn.ts'

/** Records clicks on marked elements, on links to files, and on links to other hosts. */
export const captureClicks = (
  options: TrackerOptions,
  listen: Listen,
  track: (eventName: string, properties?: Properties) => void,
): void => {
  listen('click auxclick', (event) => {
    for (const node of event.composedPath() as HTMLAnchorElement[]) {
      const { svcEvent, svcProperties } = node.dataset || {}
      if (svcEvent)
        track(
          svcEvent,
          attempt(() => JSON.parse(svcProperties!)),
        )
      const isFile =
        node.download || /\.(dmg|apk|pdf|csv|msi|exe|mp[34]|gz|zip|(doc|xls|ppt)x?)$/i.test(node.pathname)
      // Nothing but links has one.
      const isOutbound = node.hostname && node.hostname !== location.hostname
      if (isFile ? options.trackDownloads : options.trackOutboundLinks && isOutbound)
        track(isFile ? 'file_downloaded' : 'outbound_link_clicked', { href: redactQuery(node.href) })
    }
  })
}
