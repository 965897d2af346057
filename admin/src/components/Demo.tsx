import { Chip } from '@mui/material'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

/** On every screen of a deployment with the demo set, signed in or not. */
export function Demo() {
  const { data } = useEndpointQuery('GET settings', {}, { fixed: true, silent: true })
  if (data?.demo.value !== true) return null
  return <Chip size="small" color="warning" label="Demo" sx={{ mr: 1 }} />
}
