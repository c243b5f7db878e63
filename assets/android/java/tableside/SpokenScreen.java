package tableside;

import android.app.Activity;
import android.content.Context;
import android.graphics.Rect;
import android.os.Build;
import android.os.Bundle;
import android.view.MotionEvent;
import android.view.View;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityManager;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeInfo.AccessibilityAction;
import android.view.accessibility.AccessibilityNodeProvider;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The app is one picture to Android. This tells TalkBack what is in it, from a snapshot that the app hands over, and
 * keeps what TalkBack asks for until the app fetches it.
 */
public final class SpokenScreen extends View.AccessibilityDelegate implements View.OnHoverListener {
    static final int SELECTED = 1, TICKED = 2, UNTICKED = 4, DISABLED = 8, FOCUSED = 16, HIDDEN = 32;
    static final int TAP = 1, SCROLL_ON = 2, SCROLL_BACK = 4;
    private static final int NONE = AccessibilityNodeProvider.HOST_VIEW_ID;
    private static final String FIELDS = "\u001f", ROWS = "\u001e";

    private static final class Node {
        final int number, parent, states, actions;
        final Rect box;
        final String role, name;

        Node(String row) {
            String[] fields = row.split(FIELDS, -1);
            number = Integer.parseInt(fields[0]);
            parent = Integer.parseInt(fields[1]);
            box = new Rect(
                    Integer.parseInt(fields[2]), Integer.parseInt(fields[3]),
                    Integer.parseInt(fields[4]), Integer.parseInt(fields[5]));
            states = Integer.parseInt(fields[6]);
            actions = Integer.parseInt(fields[7]);
            role = fields[8];
            name = fields[9];
        }

        boolean is(int state) { return (states & state) != 0; }

        boolean can(int action) { return (actions & action) != 0; }
    }

    private final View host;
    private final AccessibilityManager manager;
    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private Map<Integer, Node> nodes = new LinkedHashMap<>();
    private int focused = NONE;
    private int under = NONE;

    private SpokenScreen(View host) {
        this.host = host;
        manager = (AccessibilityManager) host.getContext().getSystemService(Context.ACCESSIBILITY_SERVICE);
    }

    /** On the surface that the app draws on; null while there is none. */
    public static SpokenScreen over(Activity activity, View surface) {
        if (surface == null) return null;
        SpokenScreen screen = new SpokenScreen(surface);
        activity.runOnUiThread(new Runnable() {
            @Override
            public void run() { screen.attach(); }
        });
        return screen;
    }

    private void attach() {
        host.setImportantForAccessibility(View.IMPORTANT_FOR_ACCESSIBILITY_YES);
        host.setAccessibilityDelegate(this);
        host.setOnHoverListener(this);
    }

    // -- Called by the app, on its own thread ----------------------------------------------------------------

    public static boolean isListening(Context context) {
        AccessibilityManager manager = (AccessibilityManager) context.getSystemService(Context.ACCESSIBILITY_SERVICE);
        return manager != null && manager.isEnabled() && manager.isTouchExplorationEnabled();
    }

    public void show(String rows) {
        Map<Integer, Node> seen = new LinkedHashMap<>();
        for (String row : rows.split(ROWS)) {
            if (!row.isEmpty()) {
                Node node = new Node(row);
                seen.put(node.number, node);
            }
        }
        host.post(new Runnable() {
            @Override
            public void run() { replace(seen); }
        });
    }

    /** What was asked since the last time, such as "12 tap"; null when that was all. */
    public String next() { return asked.poll(); }

    public void say(String sentence) {
        host.post(new Runnable() {
            @Override
            public void run() { host.announceForAccessibility(sentence); }
        });
    }

    // -- Called by Android, on the thread of the user interface ----------------------------------------------

    private void replace(Map<Integer, Node> seen) {
        nodes = seen;
        if (!seen.containsKey(focused)) focused = NONE;
        if (!seen.containsKey(under)) under = NONE;
        AccessibilityEvent event = AccessibilityEvent.obtain(AccessibilityEvent.TYPE_WINDOW_CONTENT_CHANGED);
        event.setContentChangeTypes(AccessibilityEvent.CONTENT_CHANGE_TYPE_SUBTREE);
        event.setSource(host);
        send(event);
    }

    private final AccessibilityNodeProvider provider = new AccessibilityNodeProvider() {
        @Override
        public AccessibilityNodeInfo createAccessibilityNodeInfo(int number) {
            if (number == NONE) return whole();
            Node node = nodes.get(number);
            return node == null ? null : described(node);
        }

        @Override
        public boolean performAction(int number, int action, Bundle given) {
            Node node = nodes.get(number);
            if (node == null) return number == NONE && host.performAccessibilityAction(action, given);
            return answered(node, action);
        }
    };

    @Override
    public AccessibilityNodeProvider getAccessibilityNodeProvider(View view) { return provider; }

    private AccessibilityNodeInfo whole() {
        AccessibilityNodeInfo info = AccessibilityNodeInfo.obtain(host);
        host.onInitializeAccessibilityNodeInfo(info);
        for (Node node : nodes.values()) if (node.parent == 0) info.addChild(host, node.number);
        return info;
    }

    private AccessibilityNodeInfo described(Node node) {
        AccessibilityNodeInfo info = AccessibilityNodeInfo.obtain(host, node.number);
        info.setPackageName(host.getContext().getPackageName());
        info.setClassName(classOf(node));
        if (node.role.equals("field")) info.setText(node.name);
        else info.setContentDescription(node.name);
        if (node.parent == 0) info.setParent(host);
        else info.setParent(host, node.parent);
        for (Node other : nodes.values()) if (other.parent == node.number) info.addChild(host, other.number);
        place(info, node);
        info.setVisibleToUser(!node.is(HIDDEN));
        info.setEnabled(!node.is(DISABLED));
        info.setSelected(node.is(SELECTED));
        info.setFocused(node.is(FOCUSED));
        info.setCheckable(node.is(TICKED) || node.is(UNTICKED));
        info.setChecked(node.is(TICKED));
        info.setEditable(node.role.equals("field"));
        info.setFocusable(!node.name.isEmpty());
        info.setScrollable(node.can(SCROLL_ON | SCROLL_BACK));
        info.setClickable(node.can(TAP));
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P) info.setHeading(node.role.equals("heading"));
        info.setAccessibilityFocused(node.number == focused);
        info.addAction(node.number == focused
                ? AccessibilityAction.ACTION_CLEAR_ACCESSIBILITY_FOCUS
                : AccessibilityAction.ACTION_ACCESSIBILITY_FOCUS);
        if (node.can(TAP)) info.addAction(AccessibilityAction.ACTION_CLICK);
        if (node.can(SCROLL_ON)) info.addAction(AccessibilityAction.ACTION_SCROLL_FORWARD);
        if (node.can(SCROLL_BACK)) info.addAction(AccessibilityAction.ACTION_SCROLL_BACKWARD);
        return info;
    }

    private void place(AccessibilityNodeInfo info, Node node) {
        int[] corner = new int[2];
        host.getLocationOnScreen(corner);
        Rect box = new Rect(node.box);
        box.offset(corner[0], corner[1]);
        info.setBoundsInScreen(box);
        info.setBoundsInParent(node.box);
    }

    private static String classOf(Node node) {
        switch (node.role) {
            case "button": return "android.widget.Button";
            case "choice": return "android.widget.RadioButton";
            case "switch": return "android.widget.Switch";
            case "check box": return "android.widget.CheckBox";
            case "field": return "android.widget.EditText";
            case "image": return "android.widget.ImageView";
            case "list": return "android.widget.ScrollView";
            case "tab": return "android.widget.TabWidget";
            default: return "android.widget.TextView";
        }
    }

    private boolean answered(Node node, int action) {
        switch (action) {
            case AccessibilityNodeInfo.ACTION_ACCESSIBILITY_FOCUS:
                if (focused == node.number) return false;
                focused = node.number;
                if (node.is(HIDDEN)) asked.add(node.number + " show");
                host.invalidate();
                send(node, AccessibilityEvent.TYPE_VIEW_ACCESSIBILITY_FOCUSED);
                return true;
            case AccessibilityNodeInfo.ACTION_CLEAR_ACCESSIBILITY_FOCUS:
                if (focused != node.number) return false;
                focused = NONE;
                host.invalidate();
                send(node, AccessibilityEvent.TYPE_VIEW_ACCESSIBILITY_FOCUS_CLEARED);
                return true;
            case AccessibilityNodeInfo.ACTION_CLICK:
                return node.can(TAP) && ask(node, "tap");
            case AccessibilityNodeInfo.ACTION_SCROLL_FORWARD:
                return node.can(SCROLL_ON) && ask(node, "scroll on");
            case AccessibilityNodeInfo.ACTION_SCROLL_BACKWARD:
                return node.can(SCROLL_BACK) && ask(node, "scroll back");
            default:
                return false;
        }
    }

    private boolean ask(Node node, String what) {
        asked.add(node.number + " " + what);
        return true;
    }

    @Override
    public boolean onHover(View view, MotionEvent event) {
        if (!manager.isTouchExplorationEnabled()) return false;
        boolean leaves = event.getAction() == MotionEvent.ACTION_HOVER_EXIT;
        int now = leaves ? NONE : at((int) event.getX(), (int) event.getY());
        if (now != under) {
            Node before = nodes.get(under), after = nodes.get(now);
            under = now;
            if (after != null) send(after, AccessibilityEvent.TYPE_VIEW_HOVER_ENTER);
            if (before != null) send(before, AccessibilityEvent.TYPE_VIEW_HOVER_EXIT);
        }
        return true;
    }

    /** The innermost thing with a name that is seen there. */
    private int at(int x, int y) {
        int found = NONE;
        for (Node node : nodes.values())
            if (!node.is(HIDDEN) && !node.name.isEmpty() && node.box.contains(x, y)) found = node.number;
        return found;
    }

    private void send(Node node, int type) {
        AccessibilityEvent event = AccessibilityEvent.obtain(type);
        event.setSource(host, node.number);
        event.setClassName(classOf(node));
        event.setEnabled(!node.is(DISABLED));
        event.getText().add(node.name);
        send(event);
    }

    private void send(AccessibilityEvent event) {
        if (!manager.isEnabled() || host.getParent() == null) return;
        event.setPackageName(host.getContext().getPackageName());
        host.getParent().requestSendAccessibilityEvent(host, event);
    }
}
