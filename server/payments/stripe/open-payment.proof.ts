import '#tests/support/doubles/with-stripe.ts'
import '#server/payments/open-payment.test.ts'
