import { MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'

interface ChoiceProps<Value extends string | number> {
  label: string
  value: Value | ''
  values: readonly Value[]
  written?: (value: Value) => string
  onChoose: (value: Value) => void
  width?: number
}

/** A select on a screen without a form; the selection is in the URL. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, value, values, written = String, onChoose, width = 120 } = props
  return (
    <TextField
      select
      fullWidth={false}
      size="small"
      label={useTranslate()(label)}
      value={value}
      onChange={({ target }) => onChoose(target.value as Value)}
      sx={{ minWidth: width, m: 0 }}
    >
      {values.map((one) => (
        <MenuItem key={one} value={one}>
          {written(one)}
        </MenuItem>
      ))}
    </TextField>
  )
}
