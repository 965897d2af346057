// Uploads a bank file in the form that the back office sends.
import type { TestApp } from '../app.ts'
import type { TestOperator } from '../staff.ts'

/**
 * Uploads a file to a call of the back office, with the form's other fields; returns the response, also if it is a
 * refusal.
 */
export async function uploadBankFile(
  { fastify }: Pick<TestApp, 'fastify'>,
  as: TestOperator,
  { path, content, fields = {} }: { path: string; content: string; fields?: Record<string, string> },
) {
  const boundary = 'bank-file'
  const part = (disposition: string, text: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`
  const payload =
    Object.entries(fields)
      .map(([name, value]) => part(`name="${name}"`, value))
      .join('') +
    part('name="file"; filename="bank.xml"\r\ncontent-type: application/octet-stream', content) +
    `--${boundary}--\r\n`
  const headers = { ...as.headers, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const answer = await fastify.inject({
    method: 'POST',
    url: `/api/backoffice/${path}`,
    headers,
    payload,
  })
  return answer.json() as { code?: string; details?: Record<string, unknown>; data?: never }
}
