/**
 * A certificate for localhost and 127.0.0.1 that only tests trust, and its key. Valid until 2126; made with openssl req -x509 -newkey ec
 * -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1
 */
export const loopbackCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTwLWjfDh06ZrpiSE
E7MwxHac/vxMNg/BEYJYdHt5cxChRANCAATK4kpJs0coN1NPC4+kuNYnQLcMmkqD
8QH/EZQPXB9EEIzwACLRmmJRvbgyhsYjXjO9EAJCU/noF1UPj9tPX6CT
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUA80fGPX98Eu7xucZiwYhL/hD6EAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA1MjcyMloYDzIxMjYxMDI4
MDUyNzIyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATK4kpJs0coN1NPC4+kuNYnQLcMmkqD8QH/EZQPXB9EEIzwACLRmmJR
vbgyhsYjXjO9EAJCU/noF1UPj9tPX6CTo28wbTAdBgNVHQ4EFgQUXCpcyzbVk15X
F9GZBr31EJTwlmkwHwYDVR0jBBgwFoAUXCpcyzbVk15XF9GZBr31EJTwlmkwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgV9+l4Z1c9ykVuhKxrcaxqDXUIxWPiuCGOn/iC026R6kCIEOZ
0PRI1ng6kZI/qJYJYXWr3NRXcZnc3bS4W0Tnqc8x
-----END CERTIFICATE-----`,
}
