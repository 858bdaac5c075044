import '#tests/support/with-stripe.ts'
import '#server/payments/payment-inbox.test.ts'
