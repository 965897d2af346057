// Links inside the kit. An app gives its router's link once, so the kit knows no router.
import { createContext, use, type AnchorHTMLAttributes, type ComponentType, type ReactNode } from 'react'

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children?: ReactNode }

const RouterLink = createContext<ComponentType<AnchorProps> | null>(null)

/** Tells every link of the kit to go through this component (wouter's Link, for one). */
export const AnchorProvider = RouterLink.Provider

/** A link. One to another site opens beside this one and hands it nothing about where it came from. */
export function Anchor(props: AnchorProps) {
  const Link = use(RouterLink)
  if (!props.href.startsWith('/') || props.href.startsWith('//')) {
    return props.href.startsWith('#') ? (
      <a {...props} />
    ) : (
      <a target="_blank" rel="noopener noreferrer" {...props} />
    )
  }
  return Link ? <Link {...props} /> : <a {...props} />
}
