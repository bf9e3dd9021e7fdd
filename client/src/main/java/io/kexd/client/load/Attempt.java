package io.kexd.client.load;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call whose request is ready and that can be made any number of times. */
interface Attempt {
  /** Starts it; {@code ended} hears once what became of it, on an event loop. */
  void start(Channel channel, CallOptions options, Consumer<Outcome> ended);

  /** Makes a unary call: {@code answered} hears the reply, {@code failed} of anything else. */
  static <Q, R> void unary(
      ClientCall<Q, R> call, Q request, Consumer<R> answered, Consumer<Outcome> failed) {
    call.start(
        new ClientCall.Listener<R>() {
          private @Nullable R reply;

          @Override
          public void onMessage(R message) {
            reply = message;
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            if (status.isOk() && reply != null) {
              answered.accept(reply);
            } else {
              failed.accept(Outcome.of(status, trailers));
            }
          }
        },
        new Metadata());
    call.request(2);
    call.sendMessage(request);
    call.halfClose();
  }

  /** A single unary call whose reply is judged. */
  static <Q, R> Attempt of(MethodDescriptor<Q, R> method, Q request, Function<R, Outcome> judge) {
    return (channel, options, ended) ->
        unary(
            channel.newCall(method, options),
            request,
            reply -> ended.accept(judge.apply(reply)),
            ended);
  }
}
