// A link that looks like a button.
import { Anchor, type AnchorProps } from './Anchor.tsx'
import { buttonLook, type ButtonVariant } from './Button.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

interface LinkButtonProps extends AnchorProps {
  variant?: ButtonVariant
  wide?: boolean
  icon?: IconName
}

export function LinkButton({ variant, wide, icon, children, className, ...rest }: LinkButtonProps) {
  return (
    <Anchor
      {...rest}
      className={`${buttonLook({ ...(variant && { variant }), ...(wide && { wide }) })} ${className ?? ''}`}
    >
      <span className="inline-flex items-center gap-2">
        {icon && <Icon name={icon} />}
        {children}
      </span>
    </Anchor>
  )
}
