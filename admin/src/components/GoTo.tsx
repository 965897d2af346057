import { Link as StyledLink } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface GoToProps {
  to: string
  /** Accessible name, if the text alone is ambiguous. */
  label?: string
  title?: string | undefined
  children: ReactNode
}

/** A link to another screen, in the action colour. */
export const GoTo = ({ to, label, title, children }: GoToProps) => (
  <StyledLink component={Link} to={to} aria-label={label} title={title}>
    {children}
  </StyledLink>
)
