// Malformed upload forms.
import * as fc from 'fast-check'
import { anyHeader, type KnownIds, rarely, type Request, text } from './requests.ts'

/** Uploads with a part of the form missing, duplicated, malformed or out of place. */
export function brokenUploads(
  known: KnownIds,
  image: Buffer,
  urls: readonly string[] = ['/api/upload', '/api/campaigns/creative'],
  as?: string,
): fc.Arbitrary<Request> {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        '--x\r\n',
        '--x--\r\n',
        '--x',
        '\r\n',
        '\r\n\r\n',
        'content-disposition: form-data; name="user_id"\r\n\r\n',
        'content-disposition: form-data; name="file"; filename="a.png"\r\n',
        'content-disposition: form-data; name="file"; filename="../../a.png"\r\ncontent-type: image/png\r\n\r\n',
        'content-disposition: form-data; name="__proto__"\r\n\r\n',
        "content-disposition: attachment; name=file; filename*=utf-8''%ff%00\r\n\r\n",
        'content-transfer-encoding: base64\r\n\r\n',
        `${known.user_id}\r\n`,
        image.toString('latin1'),
        image.subarray(0, image.length / 2).toString('latin1'),
      ),
      text.map((words) => Buffer.from(words.toWellFormed()).toString('latin1')),
    ),
    { maxLength: 14 },
  )
  const type = rarely(
    6,
    fc.constant('multipart/form-data; boundary=x'),
    fc.oneof(
      fc.constantFrom(
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary="x',
        `multipart/form-data; boundary=${'x'.repeat(300)}`,
        'multipart/mixed; boundary=x',
        'application/json',
      ),
      anyHeader.map((words) => `multipart/form-data; boundary=${words}`),
    ),
  )
  const url = fc.constantFrom(...urls)
  return fc.record({ pieces, type, url }).map((sent) => ({
    method: 'POST',
    url: sent.url,
    headers: { authorization: `Bearer ${known.token}`, 'content-type': sent.type, langcode: 'en' },
    payload: Buffer.from(sent.pieces.join(''), 'latin1'),
    as,
  }))
}
