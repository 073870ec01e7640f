import { redactQuery } from '@customer-intel/contract/privacy'
import type { Properties } from '../event.ts'
import type { TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import { native } from '../page/native.ts'
import { attempt } from '../warn.ts'

const FILE_PATH = /\.(dmg|apk|pdf|csv|msi|exe|mp[34]|gz|zip|(doc|xls|ppt)x?)$/i

/** Records clicks on marked elements, on links to files, and on links to other hosts. */
export const captureClicks = (
  options: TrackerOptions,
  listen: Listen,
  track: (eventName: string, properties?: Properties) => void,
): void => {
  /** The path of a click on a label: the browser clicks its control as well, in the same task. */
  let labelled: EventTarget[] = []

  // `auxclick` is any other button: the middle one opens links in new tabs, the others do nothing.
  listen('click auxclick', (event: MouseEvent) => {
    const path = event.composedPath() as HTMLAnchorElement[]
    const names = path.map((node) => native(node, 'localName'))
    if (names.includes('a') ? event.button > 1 : event.button) return

    const before = labelled
    labelled = names.includes('label') ? path : []
    setTimeout(() => (labelled = []))

    path.forEach((node, at) => {
      const { svcEvent, svcProperties } = native(node, 'dataset') || {}
      if (svcEvent && !before.includes(node))
        track(
          svcEvent,
          attempt(() => JSON.parse(svcProperties!) as Properties),
        )

      if (/^a(rea)?$/.test(names[at]!) && node.href)
        attempt(() => {
          // In SVG it is an object.
          const { baseVal } = node.href as unknown as SVGAnimatedString
          const { href, pathname, hostname } = new URL(baseVal || node.href, node.baseURI)
          const isFile = node.hasAttribute('download') || FILE_PATH.test(pathname)
          const isOutbound = hostname && hostname !== location.hostname
          if (isFile ? options.trackDownloads : isOutbound && options.trackOutboundLinks)
            track(isFile ? 'file_downloaded' : 'outbound_link_clicked', { href: redactQuery(href) })
        })
    })
  })
}
