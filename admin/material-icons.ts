// Generates the modules `@mui/icons-material/Add`, `…/DeleteOutlined`, which the back office and react-admin import,
// from the same Material Icons in one JSON file.
import { icons } from '@iconify-json/ic'
import type { Plugin } from 'vite'

const PREFIX = '@mui/icons-material/'
const STYLES: Record<string, string> = {
  Outlined: 'outline',
  Rounded: 'round',
  Sharp: 'sharp',
  TwoTone: 'twotone',
}

/** `DeleteOutlined` is `outline-delete` in the file, `Brightness4` is `baseline-brightness-4`. Throws if unknown. */
function bodyOf(name: string): string {
  const style = Object.keys(STYLES).find((suffix) => name.endsWith(suffix)) ?? ''
  const words = name
    .slice(0, name.length - style.length)
    .replaceAll(/([a-z])([A-Z\d])/g, '$1-$2')
    .replaceAll(/([A-Z\d])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
  const key = `${STYLES[style] ?? 'baseline'}-${words}`
  const body = icons.icons[icons.aliases?.[key]?.parent ?? key]?.body
  if (body === undefined) throw new Error(`${PREFIX}${name}: there is no icon ${key}`)
  return body
}

/** The module of an icon: its shapes, such as `<path d="…"/>`, as children of Material UI's SvgIcon. */
function moduleOf(name: string): string {
  const shapes = bodyOf(name).matchAll(/<(\w+) ([^>]*)\/>/g)
  const children = [...shapes].map(([, tag, attributes = ''], key) => {
    const pairs = [...attributes.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, attribute, value]) => [
      attribute,
      value,
    ])
    return `createElement(${JSON.stringify(tag)}, ${JSON.stringify({ key, ...Object.fromEntries(pairs) })})`
  })
  return `import { createElement } from 'react'
import { createSvgIcon } from '@mui/material/utils'
export default createSvgIcon([${children.join(', ')}], ${JSON.stringify(name)})`
}

export const materialIcons: Plugin = {
  name: 'material-icons',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load: (id) => (id.startsWith(`\0${PREFIX}`) ? moduleOf(id.slice(PREFIX.length + 1)) : undefined),
}
