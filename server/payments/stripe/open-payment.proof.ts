import '#tests/support/with-stripe.ts'
import '#server/payments/open-payment.test.ts'
